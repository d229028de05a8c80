import type { RoundDocument } from '../../application/records/record-parts';
import type { Signed } from '../../application/records/signing';
import type { Software } from '../../application/records/software';
import { escaped, sectionHtml, tableHtml } from '../../rules-text/html-parts';
import { listHtml } from './html';

/** What proves the record: seals, the programs that served, the proof of the cards, and the signed document itself. */
export function proofSection(record: Signed<RoundDocument>): string {
  const { sealing, software, generatedBy, proof: made, keyId, signature } = record;
  const seals = sealing.seals.map(({ sealNo, at, rows: covered, hash }) => [
    `${sealNo}`,
    at,
    `${covered}`,
    hash,
  ]);
  const programs = software.map(({ fromVersion, toVersion, software: program, since }) => [
    fromVersion === toVersion ? `${fromVersion}` : `${fromVersion} to ${toVersion}`,
    program === null ? 'none on record' : softwareText(program),
    program?.digest ?? '',
    since ?? '',
  ]);
  const columns = ['Seal', 'Made at (UTC)', 'Rows of this round', 'Hash'];
  return sectionHtml(
    'proof',
    'Proof',
    `<p>The records of this round are ${escaped(sealing.state)}; rows without a seal: ${sealing.unsealedRows}.</p>`,
    ...(seals.length === 0 ? [] : [tableHtml({ caption: 'Seals', columns, rows: seals })]),
    tableHtml({
      caption: 'Programs that served',
      columns: ['Versions', 'Program', 'Digest of its files', 'On record since (UTC)'],
      rows: programs,
    }),
    listHtml([
      ['Record written by', softwareText(generatedBy)],
      ['Digest of its files', generatedBy.digest],
      ['Hash of the proof of cards and payouts', made?.hash ?? 'given once the round has ended'],
      ['Server seed', made?.serverSeed ?? 'not revealed yet'],
      ['Signing key', keyId],
      ['Signature of the JSON record', signature],
    ]),
    signedDocument(record),
  );
}

function softwareText({ name, version, node }: Software): string {
  return `${name} ${version}, Node ${node}`;
}

/**
 * The very document that was signed: paper cannot be checked, so the page brings it along, to be taken out by hand or by
 * the link. Only `<` is written otherwise, as JSON allows, so that no text in it can end the element.
 */
function signedDocument(record: Signed<RoundDocument>): string {
  const text = JSON.stringify(record);
  const name = `record-${record.round.id}.json`;
  const address = `data:application/json;charset=utf-8,${encodeURIComponent(text)}`;
  return [
    `<p>The signature is that of the JSON document inside this page: <a download="${escaped(name)}" href="${address}">save it</a>,`,
    'and check it without the server.</p>',
    `<script type="application/json" id="record">${text.replaceAll('<', '\\u003c')}</script>`,
  ].join('\n');
}
