/** What a session that has just come to a table is told: how it stands, and then what happens. Shortened. */
export const STREAM_EXAMPLE = `retry: 1000

id: 41
event: state
data: {"id":"019b0000-0000-7000-8000-000000000003","gameId":"blackjack-deluxe","status":"betting","phaseEndsAt":"2026-01-01T12:00:20.000Z","eventId":41,"roundId":"019b0000-0000-7000-8000-000000000002"}

id: 42
event: seat
data: {"id":42,"type":"seat","at":"2026-01-01T12:00:12.345Z","roundId":"019b0000-0000-7000-8000-000000000002","seat":3,"state":"taken","playerAlias":"P-7K2QXM"}

id: 43
event: bets
data: {"id":43,"type":"bets","at":"2026-01-01T12:00:12.345Z","roundId":"019b0000-0000-7000-8000-000000000002","you":{"sheet":[{"seat":3,"kind":"seat","amount":1000,"state":"placed"}]}}

:

id: 44
event: phase
data: {"id":44,"type":"phase","at":"2026-01-01T12:00:20.000Z","roundId":"019b0000-0000-7000-8000-000000000002","status":"deciding","phaseEndsAt":"2026-01-01T12:00:35.000Z"}
`;
