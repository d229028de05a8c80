const unitFolders = ['domain', 'returns', 'rules-text', 'config', 'randomness'];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  // A test file runs in a context of its own, where it takes far longer to look up a global object than a parameter.
  // Calculations and simulations ask for these millions of times: as parameters of each module they halve their time.
  sandboxInjectedGlobals: ['Math', 'Number', 'JSON', 'Object'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
};

/** @type {import('jest').Config} */
export default {
  // Two workers suit the two cores of a small machine: the database needs its share of them as well.
  maxWorkers: 2,
  // What has to happen is waited for, however long it takes: this ends only what would never come. A busy machine takes four
  // times as long as a quiet one, and stands still for seconds now and then.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: unitFolders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/support/end-metrics.ts', '<rootDir>/test/support/patience.ts'],
      testPathIgnorePatterns: unitFolders.map((folder) => `<rootDir>/test/${folder}/`),
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
