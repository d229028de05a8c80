import type { SideBetWin } from './rule-set';

export type HandOutcome = 'win' | 'blackjack' | 'push' | 'lose' | 'bust' | 'surrender' | 'evenMoney';
export type SideBetOutcome = SideBetWin | 'lose';
