/** The seven days in a line each; the site tells them in full under /glow-up-plan, with the same titles. */
export const planDays = [
  { title: 'Sleep', text: 'Choose a bedtime for the week and put the phone in another room half an hour before it.' },
  { title: 'Skin', text: 'Two steps, twice: wash and moisturize, with sunscreen as the morning’s last word.' },
  { title: 'Move', text: 'Twenty minutes outside, at a pace at which you can still talk.' },
  {
    title: 'Wardrobe',
    text: 'Hang five outfits you like at the front, and take out three things you never reach for.',
  },
  { title: 'Hair and hands', text: 'An unhurried evening: a mask, a brush, a file, an oil.' },
  { title: 'Home', text: 'Clear one surface you see every day, and put one lovely thing on it.' },
  { title: 'Yours', text: 'Keep the three days that did you good, and give them a time next week.' },
] as const
