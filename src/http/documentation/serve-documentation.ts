import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { generateHTML, serve } from 'swagger-ui-express';
import { describeApi } from './describe-api';
import { withFreshKey } from './fresh-key';

const PAGE = generateHTML(undefined, {
  customSiteTitle: 'Holecard API',
  swaggerUrl: '/openapi.json',
  swaggerOptions: {
    persistAuthorization: true,
    displayRequestDuration: true,
    displayOperationId: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    requestInterceptor: withFreshKey,
    // The validator's badge would send the address of this document to a service on the Internet.
    validatorUrl: 'none',
  },
});

/** Names the page's files from /docs itself, where a browser takes `./` for the root. */
const PAGE_WITHOUT_SLASH = PAGE.replaceAll('"./', '"./docs/');

/** The document at /openapi.json and the Swagger UI at /docs, whose files come from the installed package. */
export function serveDocumentation(app: NestExpressApplication): void {
  const document = madeOnce(app);
  const express: Express = app.getHttpAdapter().getInstance();
  express.get('/docs', ({ path }, response) => {
    response.send(path.endsWith('/') ? PAGE : PAGE_WITHOUT_SLASH);
  });
  express.use('/docs', serve);
  express.get('/openapi.json', (_request, response) => {
    response.json(document());
  });
}

/** The controllers are known only after the start: the document is made for the first who asks. */
function madeOnce(app: INestApplication): () => OpenAPIObject {
  let document: OpenAPIObject | undefined;
  return () => (document ??= describeApi(app));
}
