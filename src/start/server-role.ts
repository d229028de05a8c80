import { createHmac } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { createRole, findRole, grantStatements } from '../persistence/records/grants';
import { StartError } from './start-error';

/** The role that the server works under on its embedded PostgreSQL. */
const RESTRICTED_ROLE = 'holecard_app';

/** The URL for a role that owns nothing, on the embedded PostgreSQL; its password is made of the owner's. */
export function restrictedUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const secret = decodeURIComponent(url.password);
  url.username = RESTRICTED_ROLE;
  url.password = createHmac('sha256', secret).update(RESTRICTED_ROLE).digest('hex');
  return url.href;
}

/**
 * Makes the role of that URL unless it is there, and gives it what a server needs and no more: whatever runs under it can
 * add to the records, and neither change nor remove one (docs/records.md). To be run by the owner, after the migrations.
 *
 * @throws StartError when the role cannot be made, or no rights could bind it.
 */
export async function openToRole(db: EntityManager, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  await db.transaction(async (tx) => {
    const standing = await findRole(tx, role);
    if (standing === null && !(await createRole(tx, role, decodeURIComponent(password)))) {
      throw new StartError(
        `DATABASE_URL: there is no role ${role}, and the role of OWNER_DATABASE_URL may make none. ` +
          `Make it first: CREATE ROLE … LOGIN PASSWORD '…'.`,
      );
    }
    if (standing !== null && (standing.isSuperuser || standing.isOwner)) {
      throw new StartError(
        `DATABASE_URL: the role ${role} ${standing.isSuperuser ? 'is a superuser' : 'owns the tables'}, so that no right ` +
          'binds it. Name another one there, or leave OWNER_DATABASE_URL out.',
      );
    }
    for (const statement of await grantStatements(tx, role)) await tx.query(statement);
  });
}
