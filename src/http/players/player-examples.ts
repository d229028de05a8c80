export const PUT_PLAYER_EXAMPLES = {
  bare: {
    summary: 'Nothing but the id',
    value: {},
  },
  settings: {
    summary: 'With settings',
    value: { settings: { sound: false, autoActions: { declineInsurance: true } } },
  },
};

export const SETTINGS_EXAMPLES = {
  silent: {
    summary: 'No sound',
    value: { sound: false },
  },
  confirm: {
    summary: 'Very bad decisions have to be confirmed',
    value: { confirm: true },
  },
  allDefaults: {
    summary: 'All as it was at first',
    value: { warnings: true, confirm: false, sound: true, autoActions: { declineInsurance: false } },
  },
};
