export interface PlanDay {
  title: string
  lede: string
  /** Why this comes on this day. */
  why: string
  /** What there is to do, in the order of the day; the printed card has a box for each. */
  steps: readonly { when: 'Morning' | 'Day' | 'Evening'; task: string; how: string }[]
}

/** The 7-Day Glow-Up Plan that the newsletter promises. The email names the days by the same titles. */
export const glowUpPlan: readonly PlanDay[] = [
  {
    title: 'Sleep',
    lede: 'Everything that follows is easier on seven and a half hours.',
    why: 'Skin repairs itself, appetite settles and patience returns in the second half of the night, the half we cut off first. So the plan starts in bed.',
    steps: [
      {
        when: 'Morning',
        task: 'Open the curtains',
        how: 'Daylight in the first half hour tells your body when tonight begins.',
      },
      {
        when: 'Day',
        task: 'Last coffee by two',
        how: 'Half of it is still at work six hours later. Swap the afternoon cup for tea or water.',
      },
      {
        when: 'Evening',
        task: 'Phone in another room',
        how: 'Set a bedtime for the whole week, and put the phone to bed half an hour before you.',
      },
    ],
  },
  {
    title: 'Skin',
    lede: 'Two steps, twice a day. That is the whole routine.',
    why: 'Most skin looks tired because it is over-treated. A week of washing, moisturizing and sunscreen shows you what your skin does by itself, and then you know what it needs.',
    steps: [
      {
        when: 'Morning',
        task: 'Rinse, cream, sunscreen',
        how: 'SPF 30 or more, two finger lengths for face and neck, also when it rains.',
      },
      { when: 'Day', task: 'Hands off', how: 'Notice how often you touch your face. Noticing is enough for today.' },
      {
        when: 'Evening',
        task: 'Wash, cream',
        how: 'A mild cleanser, one minute, lukewarm water. Cream on skin that is still damp.',
      },
    ],
  },
  {
    title: 'Move',
    lede: 'Twenty minutes outside, at a pace at which you can still talk.',
    why: 'A short walk lifts the mood on the same day, and it is the one exercise that nobody has to be ready for. It is day three because day two made sunscreen a habit.',
    steps: [
      {
        when: 'Morning',
        task: 'Stretch while the kettle boils',
        how: 'Arms overhead, a slow roll down, five deep breaths.',
      },
      {
        when: 'Day',
        task: 'Walk for twenty minutes',
        how: 'Ten minutes out, ten back. A call with a friend counts, a screen does not.',
      },
      {
        when: 'Evening',
        task: 'Lay out tomorrow’s shoes',
        how: 'By the door, socks inside. Tomorrow’s walk is then half begun.',
      },
    ],
  },
  {
    title: 'Wardrobe',
    lede: 'Five outfits you like, at the front, ready to wear.',
    why: 'The bad mornings are decided at the wardrobe. An hour today gives you a week in which getting dressed takes three minutes and you like what you see.',
    steps: [
      { when: 'Morning', task: 'Wear your favorite', how: 'The piece you save for an occasion. This is one.' },
      { when: 'Day', task: 'Hang five outfits', how: 'Whole ones, from shoes to earrings, at the front of the rail.' },
      {
        when: 'Evening',
        task: 'Take out three things',
        how: 'What pinches, what itches, what you apologize for. Give them away or have them altered.',
      },
    ],
  },
  {
    title: 'Hair and hands',
    lede: 'One slow evening for what everybody sees first.',
    why: 'Hair and hands show care quickly, and neither needs a salon. It is the reward in the middle of the week, so do not hurry it.',
    steps: [
      {
        when: 'Morning',
        task: 'Brush from the ends up',
        how: 'A hundred strokes are a myth; two gentle minutes are enough.',
      },
      {
        when: 'Day',
        task: 'Cream your hands after every wash',
        how: 'Put the tube where you wash them. That is the whole trick.',
      },
      {
        when: 'Evening',
        task: 'Mask, file, oil',
        how: 'Ten minutes of conditioner on the lengths, nails filed in one direction, a drop of oil on each cuticle.',
      },
    ],
  },
  {
    title: 'Home',
    lede: 'One surface that you see every day.',
    why: 'A whole flat is a weekend. One clear surface takes half an hour, and the eye rests on it fifty times a day.',
    steps: [
      { when: 'Morning', task: 'Make the bed', how: 'Two minutes, and half of the room is done.' },
      {
        when: 'Day',
        task: 'Clear one surface',
        how: 'Take everything off, wipe it, and put back only what is used or loved.',
      },
      {
        when: 'Evening',
        task: 'Put one lovely thing on it',
        how: 'A branch in water, a candle, a book you want to finish. Nothing new is needed.',
      },
    ],
  },
  {
    title: 'Yours',
    lede: 'Keep what did you good, and let the rest go.',
    why: 'Nobody keeps seven habits. Three that suit you are worth more than seven that suit somebody else, and a time of day is what makes a habit of an intention.',
    steps: [
      {
        when: 'Morning',
        task: 'Look back',
        how: 'Which day did you feel best in the evening? Read your ticks on the card.',
      },
      {
        when: 'Day',
        task: 'Choose three',
        how: 'Cross out the other four without regret. They will be here next month.',
      },
      {
        when: 'Evening',
        task: 'Give each a time',
        how: 'Write it down: “after coffee”, “at the bus stop”, “when the news begins”.',
      },
    ],
  },
]
