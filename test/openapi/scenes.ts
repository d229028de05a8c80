import { type Documented, type Example, examplesOf } from './operations';
import type { Ids, Visitor } from './visitor';

/**
 * Where an example may be sent: the sessions and the rounds that its own texts name, made anew for it. An action says
 * in its description after which deals it can be tried, a deal says in its summary in which session.
 */
export async function scenesFor(
  visitor: Visitor,
  { id }: Documented,
  { name, description }: Example,
): Promise<Ids[]> {
  if (id === 'cancelRound') return [await visitor.scene('test', 'eights')];
  if (id === 'deal') {
    const ids = await visitor.scene(sessionFor(visitor, name), name === 'rebet' ? 'eights' : undefined);
    if (name === 'rebet') await visitor.again('act', 'standAll', ids);
    return [ids];
  }
  const isForTable =
    id === 'changeTable' || ['openSession testTable', 'suspend table'].includes(`${id} ${name}`);
  if (isForTable) return [await visitor.tableScene()];
  if (['scriptTableCards', 'placeTableBet', 'actAtTable'].includes(id)) {
    return [await tableSceneFor(visitor, description)];
  }
  if (id !== 'act') return [{}];
  const deals = mentioned(visitor, description, 'deal');
  if (deals.length === 0) throw new Error(`act ${name} names no deal`);
  return Promise.all(deals.map((deal) => visitor.scene(sessionFor(visitor, deal), deal)));
}

/** A table after the cards, the bets and the `advance` that a text names. */
async function tableSceneFor(visitor: Visitor, text: string): Promise<Ids> {
  const ids = await visitor.tableScene();
  for (const id of ['scriptTableCards', 'placeTableBet', 'advanceTable']) {
    const names =
      id === 'advanceTable' ? (text.includes('`advance`') ? ['answer'] : []) : mentioned(visitor, text, id);
    for (const name of names) {
      const { status, body } = await visitor.again(id, name, ids);
      if (status !== 200) throw new Error(`${id} ${name}: ${JSON.stringify(body)}`);
    }
  }
  return ids;
}

function sessionFor(visitor: Visitor, deal: string): string {
  return mentioned(visitor, visitor.example('deal', deal).summary, 'openSession')[0] ?? 'test';
}

/** The names of examples of that operation which a text has in backticks. */
function mentioned(visitor: Visitor, text: string, operationId: string): string[] {
  const names = examplesOf(visitor.operation(operationId)).map(({ name }) => name);
  return [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => names.includes(name));
}
