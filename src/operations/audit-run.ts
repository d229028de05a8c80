import type { EntityManager } from 'typeorm';
import { findVault } from '../application/fairness/seed-maker';
import { describeFinding } from '../application/records/findings';
import { type Verification, verifyRecords } from '../application/records/verify-records';
import { findOperatorByName } from '../persistence/operators/operators';
import { findRole, grantStatements } from '../persistence/records/grants';
import { operatorNames } from '../persistence/records/operators';
import type { AuditCommand } from './audit-command';
import { readHead } from './audit-head-file';
import { CommandError } from './operator-command';

/** 0 all is as it was sealed, or the command was carried out; 1 something is not as it was sealed. */
export type ExitCode = 0 | 1;

/**
 * @param seedKeys what secret seeds are opened with, beside the key that the database may keep.
 * @throws CommandError when the command cannot be carried out; then nothing has been said of the records.
 */
export async function runAuditCommand(
  db: EntityManager,
  command: AuditCommand,
  say: (line: string) => void,
  now: Date = new Date(),
  seedKeys?: readonly string[],
): Promise<ExitCode> {
  return command.type === 'verify' ? verify(db, command, say, now, seedKeys) : grant(db, command.role, say);
}

async function verify(
  db: EntityManager,
  { operator, headPath, keysPath }: Extract<AuditCommand, { type: 'verify' }>,
  say: (line: string) => void,
  now: Date,
  seedKeys: readonly string[] | undefined,
): Promise<ExitCode> {
  const head = headPath === null ? null : await readHead(db, headPath, keysPath);
  const operatorId = operator === null ? null : await idOf(db, operator);
  if (head !== null && operatorId !== null && head.operatorId !== operatorId) {
    throw new CommandError(
      `${headPath} is a head of operator ${head.operator}, and --operator names ${operator}: leave --operator out, ` +
        'or take a head of that operator. The records were not looked at.',
    );
  }
  if (head?.sealNo === 0)
    say(`${headPath} is of before the first seal: it proves nothing yet. Save another one.`);
  const vault = await findVault(db, seedKeys);
  const verification = await verifyRecords(db, { operatorId, head, now, vault });
  const { findings, seals, rows, unsealedRows, removals } = verification;
  const names = await operatorNames(db);
  for (const finding of findings) say(describeFinding(finding, names));
  for (const { operatorId: of, upToPosition, actor, at, flaw } of removals) {
    if (flaw !== null || (operatorId !== null && of !== operatorId)) continue;
    const whose = names.get(of) ?? of;
    say(
      `operator ${whose}: rounds up to position ${upToPosition} were removed for their age, ${at.toISOString()}, ${actor}`,
    );
  }
  say(`${seals} seals over ${rows} rows were recomputed; ${unsealedRows} rows are not sealed yet.`);
  sayWhatWasSkipped(verification, say);
  if (findings.length === 0) say('Nothing was changed, removed or inserted.');
  else say('The records are not what was sealed; the first line names where it begins.');
  return findings.length === 0 ? 0 : 1;
}

function sayWhatWasSkipped({ unopenedSeeds, thinnedShoes }: Verification, say: (line: string) => void): void {
  if (unopenedSeeds > 0)
    say(`Seeds that were not opened, for their key is not at hand (SEED_KEY): ${unopenedSeeds}.`);
  if (thinnedShoes > 0)
    say(`Shoes of tables not recomputed as a whole, for rounds of them were removed: ${thinnedShoes}.`);
}

async function idOf(db: EntityManager, name: string): Promise<string> {
  const operator = await findOperatorByName(db, name);
  if (operator === null) throw new CommandError(`There is no operator ${name}.`);
  return operator.operatorId;
}

async function grant(db: EntityManager, role: string, say: (line: string) => void): Promise<ExitCode> {
  const standing = await findRole(db, role);
  if (standing === null)
    throw new CommandError(`There is no role ${role}. Make it first: CREATE ROLE … LOGIN.`);
  if (standing.isSuperuser || standing.isOwner) {
    throw new CommandError(
      `${role} ${standing.isSuperuser ? 'is a superuser' : 'owns the tables'}: no privilege binds it.`,
    );
  }
  await db.transaction(async (tx) => {
    for (const statement of await grantStatements(tx, role)) {
      await tx.query(statement);
      say(`${statement};`);
    }
  });
  return 0;
}
