import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { describeApi } from './describe-api';
import { withFreshKey } from './fresh-key';

/** The document at /openapi.json and the Swagger UI at /docs, whose files come from the installed package. */
export function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Holecard API',
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
}
