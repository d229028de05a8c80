/** Why the round of an earlier answer is cancelled. */
export const CANCEL_EXAMPLES = {
  technicalFault: {
    summary: 'with a note for whoever reads the record',
    value: { reason: 'technical_fault', note: 'Video of the table froze, ticket 4711.' },
  },
  reasonOnly: {
    summary: 'with nothing but a reason',
    value: { reason: 'player_complaint' },
  },
};
