import type { ReturnsLine } from '../../src/application/reports/returns-report';
import { Assessor } from '../../src/http/reports/assessor';
import type { ListPage } from '../history/lists';
import type { Casino } from '../support/casino';
import type { House } from './population';

/** Assesses everything that has ended. */
export async function assess(casino: Casino): Promise<void> {
  await casino.app.app.get(Assessor).assess();
}

/** Where populations write their rounds. */
export function houseOf({ app, operatorId }: Casino): House {
  return { dataSource: app.dataSource, operatorId, now: app.clock.now };
}

/** The lines of the report, which has to be given. */
export async function report(casino: Casino, query = ''): Promise<readonly ReturnsLine[]> {
  const path = `/v1/reports/returns?limit=200${query}`;
  const { status, body, text } = await casino.get<ListPage<ReturnsLine>>(path);
  if (status !== 200) throw new Error(text);
  return body.items;
}
