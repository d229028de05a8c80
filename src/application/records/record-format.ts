/** Names the form of a round's record; whoever checks one offline looks for it first. */
export const ROUND_RECORD_FORMAT = 'holecard-round-record-v3';
