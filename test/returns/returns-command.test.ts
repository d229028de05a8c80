import { parseReturnsCommand } from '../../src/operations/returns/command';

describe('the command line of returns', () => {
  it('names the games and what is wanted of them', () => {
    const args = '--game blackjack-switch --simulate 1e8 --seed 7 --threads 4 --json --out file'.split(' ');
    expect(parseReturnsCommand(args)).toEqual({
      games: { type: 'preset', id: 'blackjack-switch' },
      rounds: 1e8,
      seed: 7,
      threads: 4,
      format: 'json',
      bench: null,
      out: 'file',
    });
    expect(parseReturnsCommand(['--all'])).toEqual({
      games: { type: 'all' },
      rounds: null,
      seed: 1,
      threads: null,
      format: 'text',
      bench: null,
      out: null,
    });
    expect(
      parseReturnsCommand([
        '--settings',
        'a.json',
        '--simulate',
        '2.5e6',
        '--markdown',
        '--bench',
        'speeds.txt',
      ]),
    ).toMatchObject({
      games: { type: 'settings', file: 'a.json' },
      rounds: 2_500_000,
      format: 'markdown',
      bench: 'speeds.txt',
    });
  });

  it.each([
    [['--game', 'poker'], /There is no game poker\. The games are blackjack-deluxe, american-blackjack, /],
    [['--json'], /One of --game, --all and --settings is needed/],
    [['--all', '--game', 'blackjack-switch'], /One of --game, --all and --settings/],
    [['--all', '--json', '--markdown'], /--json and --markdown exclude each other/],
    [['--all', '--json', '--bench', 'speeds.txt'], /--bench is for the page that --markdown writes/],
    [['--all', '--simulate', 'many'], /--simulate must be a whole number from 1,000 to [\d,]+, not many/],
    [['--all', '--simulate', '999'], /--simulate must be a whole number/],
    [['--all', '--simulate', '1e12'], /--simulate must be a whole number/],
    [['--all', '--simulate', '0x1000'], /--simulate must be a whole number/],
    [['--all', '--simulate', '1234.5'], /--simulate must be a whole number/],
    [['--all', '--seed', '-1'], /--seed/],
    [['--all', '--seed', '1e16'], /--seed must be a whole number from 0/],
    [['--all', '--threads', '0'], /--threads must be a whole number from 1 to 256, not 0/],
    [['--all', '--speed'], /Unknown option '--speed'/],
    [['--all', 'blackjack-switch'], /Unexpected argument/],
  ])('%j is refused', (args, message) => {
    expect(() => parseReturnsCommand(args)).toThrow(message);
  });
});
