/** What the page about returns says beside its figures. */
export const SEVENS = `The sevens bet is therefore simulated in rounds of its own, in which two sevens are always hit. A player who plays
the main bet best splits two sevens against low upcards and is paid for two; to him the bet returns less.`;

export const INSURANCE = `Insurance pays 2:1 when the dealer's second card makes his ace a blackjack. Theory counts all cards that can lie
beside the ace in a fresh shoe, for a player who takes every offer of it, and is exact: which of the unseen cards the
dealer turns up makes no difference, so that the figure holds for open and for closed cards, for one hand and for all
together. Insured hands lie on the rounds that check the main bet, where insurance is taken whenever it is offered and
counted by itself; its simulation has as many bets as there were offers. Best play never takes it.`;

export const EVEN_MONEY = `Even money is no bet but a choice on the main bet, a blackjack paid at once 1:1 instead of staying in play. What it is
worth is in the return of the main bet: best play declines it at 3:2, and would take it only where a blackjack pays
less than about 1.44 to 1.`;

export const METHOD = `## How it is worked out

Theory plays one box from a fresh shoe. Each hand is played by its own cards, the upcard and the pair it was split
from, every one of them counted out of the shoe; nothing is rounded to totals. The tolerance says how far the
shortcuts of the calculation may be off; for an infinite deck there are none.

The simulation deals and plays rounds of one box with the engine that deals to players, takes every decision from
tables of that same best play, and lets the engine settle. It shuffles before every round, since theory speaks of
fresh shoes; dealing on to a cut card costs the player a little more (the cut-card effect), which neither figure
contains. The numbers that shuffle come from a fast generator made for simulations, not from the one that shuffles
for money; a seed makes them repeatable, on any number of cores.

## What the figures do not hold

Every figure is for a player whose bets and choices do not depend on earlier rounds. Where a shoe is dealt to a cut
card (Blackjack Deluxe, Blackjack Switch, a game of your own with \`shuffle: cutCard\`), cards that are out tell
something of those that come, and two things lie beyond the figures:

- **Counting.** Who sees good cards left bets more, or plays otherwise than best play from a fresh shoe.
- **Choosing when a shoe ends.** Where a shoe belongs to a session, its player may have a new server seed before any
  round, as often as he likes and for nothing (\`POST /v1/sessions/{sessionId}/fairness/rotate\`): the next round comes
  from a fresh shoe, and so does the first round of another session. He can leave a shoe that turned bad for him
  and stay with one that turned good, with the same stake in every round. At a shared table nobody can.

Such a player may have more back than the theoretical return says, also from a game that is not flagged above 100 %,
and the ceiling on returns does not look at it. How much more is not computed here; fewer decks make it more. With
\`shuffle: everyDeal\`, and from an infinite deck, neither exists. What was won that way is luck to the
[report on returns](reports.md).

## How to read it

The *distance* is simulated minus theoretical return in standard errors. About two in three bets lie within one, and
one in 370 lies beyond three by chance alone; the command ends with exit code 1 when any bet does (its tolerance
aside). A run with another \`--seed\` tells chance from a fault, and more rounds make every fault show: the standard
error halves with four times as many.

A return above 100 % is a game that loses money to a player who plays well. \`npm run returns -- --game GAME\` prints
the strategy that he would use.`;

export const SWITCHING = `Best play looks at all four cards and the upcard at once. From paper it is played like this: each number is what two
cards win in the long run against the upcard, in hundredths of their stake, split, doubled or drawn to as is best.
Add up both hands as they lie, and once more with their second cards exchanged, and switch when the second sum is
greater. Numbers alone are hard totals, A-10 is a blackjack, and every card that counts ten is a 10.`;

export const SPEED = `Rounds of one box from a freshly shuffled shoe, through the engine that deals to players, every decision looked up,
on one core whose processor time is counted: what \`npm run bench\` prints. The comparison plays the same rules with the
same decisions on the npm package \`engine-blackjack\` in the same run.`;
