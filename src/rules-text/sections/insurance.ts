import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, type Section } from '../document';

export function insuranceSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'insurance',
    heading: { en: 'Insurance and even money', ru: 'Страховка и равные деньги' },
    blocks: [list([...insurance(ruleSet), ...evenMoney(ruleSet)])],
  };
}

type Offered = Exclude<RuleSet['insurance'], 'none'>;

const STAKE: Readonly<Record<Offered, readonly Bilingual[]>> = {
  perHand: [
    {
      en: prose`Each hand is insured by itself, for half of its stake. A hand that is a blackjack may be
        insured too.`,
      ru: prose`Каждая рука страхуется отдельно, на половину своей ставки. Застраховать можно и руку с
        блэкджеком.`,
    },
  ],
  allBoxes: [
    {
      en: prose`One insurance covers all boxes of the player together, for half of all stakes on them:
        either every hand is insured, blackjacks included, or none.`,
      ru: prose`Страховка делается сразу на все боксы игрока, на половину суммы всех ставок на них:
        застрахованы либо все руки, включая блэкджеки, либо ни одной.`,
    },
  ],
  tableAmount: [
    {
      en: prose`There is one insurance bet for the whole table, and the player names its amount: at least
        half of the minimum stake, at most half of the sum of the stakes on boxes without a blackjack, in
        multiples of half the step. The offer names both bounds.`,
      ru: prose`Страховочная ставка одна на весь стол, и её размер называет игрок: не меньше половины
        минимальной ставки, не больше половины суммы ставок на боксах без блэкджека и кратно половине шага.
        В предложении указаны обе границы.`,
    },
    {
      en: 'It is not offered when every box is a blackjack.',
      ru: 'Если блэкджек на всех боксах, страховка не предлагается.',
    },
  ],
};

/** Where one box is all there is, insuring each hand of one and insuring all boxes are the same. */
function isOneBox({ insurance, boxes, handsPerBox }: RuleSet): boolean {
  return boxes === 1 && (insurance === 'allBoxes' || (insurance === 'perHand' && handsPerBox === 1));
}

const ONE_BOX: Bilingual = {
  en: 'The box is insured as a whole, for half of what is staked on it. A blackjack may be insured too.',
  ru: prose`Страхуется весь бокс, на половину того, что на него поставлено. Застраховать можно и
    блэкджек.`,
};

const SIGHT: Readonly<Record<RuleSet['insuranceCards'], Bilingual>> = {
  open: {
    en: 'The player sees the cards of the hand before answering.',
    ru: 'Игрок отвечает на предложение, видя свои карты.',
  },
  closed: {
    en: 'The player answers before the cards of the hand are shown.',
    ru: 'Игрок отвечает на предложение вслепую: его карты открываются только после ответа.',
  },
};

function insurance(ruleSet: RuleSet): readonly Bilingual[] {
  if (ruleSet.insurance === 'none') return [{ en: 'There is no insurance.', ru: 'Страховки нет.' }];
  return [
    {
      en: prose`Insurance is a bet that the dealer has a blackjack. It is offered when the dealer’s open
        card is an ace, never against a ten-valued card.`,
      ru: prose`Страховка — это ставка на то, что у дилера блэкджек. Она предлагается, если открытая карта
        дилера — туз; против карты в 10 очков страховки нет.`,
    },
    ...(isOneBox(ruleSet) ? [ONE_BOX] : STAKE[ruleSet.insurance]),
    SIGHT[ruleSet.insuranceCards],
    offerTime(ruleSet),
    ...when(ruleSet.table === 'shared', {
      en: prose`Everyone with a bet on the hand, seated or behind, decides for himself. Insurance has a
        decision time of its own, and no answer means no.`,
      ru: prose`Каждый, у кого есть ставка на эту руку, — и занявший место, и сделавший ставку за ним, —
        решает за себя сам. На страховку даётся отдельное время; нет ответа — значит, нет страховки.`,
    }),
    {
      en: prose`Insurance pays 2:1 when the dealer has a blackjack and loses otherwise, whatever becomes of
        the hand.`,
      ru: prose`Страховка оплачивается 2:1, если у дилера блэкджек, и проигрывает, если нет, что бы ни было
        с рукой.`,
    },
  ];
}

function offerTime(ruleSet: RuleSet): Bilingual {
  if (ruleSet.dealerChecks === 'aceOrTen') {
    return {
      en: 'Insurance is offered right after the deal, before the dealer checks the hole card.',
      ru: 'Страховка предлагается сразу после раздачи, до проверки закрытой карты.',
    };
  }
  if (ruleSet.switching === 'secondCards') {
    return {
      en: 'Insurance is offered right after the deal, before the first hand is played and before any switch.',
      ru: 'Страховка предлагается сразу после раздачи, до игры на первой руке и до обмена картами.',
    };
  }
  return {
    en: 'Insurance is offered right after the deal, before the first hand is played.',
    ru: 'Страховка предлагается сразу после раздачи, до игры на первой руке.',
  };
}

function evenMoney(ruleSet: RuleSet): readonly Bilingual[] {
  if (ruleSet.evenMoney === 'none') {
    return [{ en: 'Even money is not offered.', ru: 'Равные деньги не предлагаются.' }];
  }
  return [
    {
      en: prose`Even money: a blackjack against an open ace of the dealer may be settled at once at 1:1,
        whatever the dealer turns out to have.`,
      ru: prose`Равные деньги: блэкджек против открытого туза дилера можно сразу рассчитать 1:1, что бы ни
        оказалось у дилера.`,
    },
    ...when(ruleSet.insuranceCards === 'closed', {
      en: 'Even money is offered when the cards of the hand have been shown.',
      ru: 'Равные деньги предлагаются, когда карты руки уже открыты.',
    }),
    ...when(ruleSet.insurance !== 'none', {
      en: 'Insurance and even money may both be taken.',
      ru: 'Можно взять и страховку, и равные деньги.',
    }),
  ];
}
