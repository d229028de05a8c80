/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'The game knows nothing but itself: no package, no built-in of Node, no other folder.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'returns-know-the-domain-only',
      severity: 'error',
      from: { path: '^src/returns/' },
      to: { pathNot: '^src/(domain|returns)/' },
    },
    {
      name: 'rules-text-knows-the-domain-only',
      severity: 'error',
      from: { path: '^src/rules-text/' },
      to: { pathNot: '^src/(domain|rules-text)/' },
    },
    {
      name: 'application-knows-no-http',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { path: '^src/http/|^(node:)?https?$|^node_modules/(@types/)?express/' },
    },
    {
      name: 'randomness-knows-the-domain-only',
      severity: 'error',
      from: { path: '^src/randomness/' },
      to: { pathNot: '^src/(domain|randomness)/|^(node:)?crypto$' },
    },
    {
      name: 'persistence-knows-the-domain-only',
      severity: 'error',
      from: { path: '^src/persistence/' },
      to: { path: '^src/', pathNot: '^src/(domain|persistence)/' },
    },
    {
      name: 'application-is-not-started-by-itself',
      comment: 'What opens and closes the server, and the commands of its owner, stand above the use cases.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { path: '^src/(start|operations|logging|embedded-postgres|verifier)/' },
    },
    {
      name: 'http-goes-through-the-application',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(start|operations|embedded-postgres|verifier|returns)/' },
    },
    {
      name: 'http-makes-no-queries',
      comment:
        'Of persistence it knows types, and the lists of values beside the entities, which bodies are described with.',
      severity: 'error',
      from: { path: '^src/http/' },
      to: {
        path: '^src/persistence/',
        pathNot: '^src/persistence/(entities/|retention/entities)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-verifier-knows-no-database',
      severity: 'error',
      from: { path: '^src/verifier/' },
      to: {
        path: '^src/(http|operations|start|database|embedded-postgres)/|^node_modules/(typeorm|pg)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-program-does-not-know-its-tests',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that only comes along with another one can go with it, too.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'the-program-runs-without-development-packages',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What it imports is generated from the built server's document, by its test.
    exclude: { path: '^test/openapi/client/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'types'] },
  },
};
