export const PUT_PLAYER_EXAMPLES = {
  bare: {
    summary: 'nothing but the id',
    value: {},
  },
  settings: {
    summary: 'with settings',
    value: { settings: { sound: false, autoActions: { declineInsurance: true } } },
  },
};

export const SETTINGS_EXAMPLES = {
  silent: {
    summary: 'no sound',
    value: { sound: false },
  },
  confirm: {
    summary: 'very bad decisions have to be confirmed',
    value: { confirm: true },
  },
  allDefaults: {
    summary: 'all as it was at first',
    value: { warnings: true, confirm: false, sound: true, autoActions: { declineInsurance: false } },
  },
};
