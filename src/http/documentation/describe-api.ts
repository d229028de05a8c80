import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { DESCRIPTION } from './description';
import { HEADERS } from './headers';
import { describeOperation } from './describe-operation';
import { exactSchemas } from './exact-schemas';
import { PROBLEM_SCHEMA } from './problem-schema';
import { TAGS } from './tags';
import { inWalkingOrder } from './walk';

const OPERATOR_KEY =
  'An API key of the operator, `hc_…`: for a first look, the sandbox key that the server printed when it started.';
const SESSION_TOKEN = 'For calls in the place of a game client: the `token` of a session, `hs_…`.';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The OpenAPI document of every route. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Holecard')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: OPERATOR_KEY }, 'operatorKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: SESSION_TOKEN }, 'sessionToken');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);

  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
    autoTagControllers: false,
  });
  document.paths = inWalkingOrder(document.paths);
  const operations = Object.values(document.paths).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = path[method];
      if (operation !== undefined) describeOperation(operation, method !== 'get');
      return operation ?? [];
    }),
  );
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  document.tags = (document.tags ?? []).filter(({ name }) => used.has(name));
  document.info.license = { name: 'Proprietary' };
  document.components = {
    ...document.components,
    schemas: { ...exactSchemas(document.components?.schemas ?? {}), Problem: PROBLEM_SCHEMA },
    headers: HEADERS,
  };
  return document;
}
