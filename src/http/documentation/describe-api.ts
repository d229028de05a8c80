import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { DESCRIPTION } from './description';
import { HEADERS } from './headers';
import type { Components } from './open-api';
import { describeOperation } from './describe-operation';
import { PROBLEM_SCHEMA } from './problem-schema';
import { TAGS } from './tags';

/** The OpenAPI document of every route. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Holecard')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An API key of the operator: `hc_…`.' },
      'operatorKey',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The token of one game session: `hs_…`.' },
      'sessionToken',
    );
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);

  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
    autoTagControllers: false,
  });
  for (const path of Object.values(document.paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete'] as const) {
      const operation = path[method];
      if (operation !== undefined) describeOperation(operation, method !== 'get');
    }
  }
  document.info.license = { name: 'Proprietary' };
  document.components = {
    ...document.components,
    schemas: { ...withTypedNullables(document.components?.schemas ?? {}), Problem: PROBLEM_SCHEMA },
    headers: HEADERS,
  };
  return document;
}

/** OpenAPI 3.0 heeds `nullable` only beside a `type`, which the Swagger module leaves out where it refers to a class. */
function withTypedNullables(schemas: NonNullable<Components['schemas']>): NonNullable<Components['schemas']> {
  const text = JSON.stringify(schemas, (_key, value: unknown) =>
    isObject(value) && value['nullable'] === true && 'allOf' in value ? { type: 'object', ...value } : value,
  );
  return JSON.parse(text) as NonNullable<Components['schemas']>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
