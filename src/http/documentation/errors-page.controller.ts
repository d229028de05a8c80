import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PROBLEMS } from '../problem';
import { Open } from '../route-rules';
import { textAnswer } from '../text-answer';

/** The published table of all error codes, where the `type` of every problem points. */
@ApiExcludeController()
@Controller('docs/errors')
export class ErrorsPageController {
  @Get()
  @Open()
  errors(): StreamableFile {
    return textAnswer('text/html', PAGE);
  }
}

const ROWS = Object.entries(PROBLEMS).map(
  ([code, { status, title, retryable }]) =>
    `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}.</td>` +
    `<td>${retryable ? 'yes' : 'no'}</td></tr>`,
);

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holecard: error codes</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.4rem 0.8rem; border-bottom: 1px solid #ccc; }
tr:target { background: #fff3c4; color: #000; }
</style>
</head>
<body>
<h1>Error codes</h1>
<p>Every error is <code>application/problem+json</code>. Its <code>code</code> is stable; a retryable one may be sent
again later: with the same <code>Idempotency-Key</code> after 429, 503 and <code>idempotency_in_progress</code>, under a
new one after any other, for a refusal that the state of things decided is given again under its key.</p>
<table>
<thead><tr><th>code</th><th>status</th><th>meaning</th><th>retryable</th></tr></thead>
<tbody>
${ROWS.join('\n')}
</tbody>
</table>
<p><a href="/docs">API documentation</a></p>
</body>
</html>
`;
