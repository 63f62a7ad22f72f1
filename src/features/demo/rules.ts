/** What the demo community goes by. */
export const RULES = [
  {
    number: 1,
    title: 'Argue with the idea, not with the person',
    text: 'Say what is wrong with a claim and why. What somebody is, earns or looks like is no argument. Insults, threats and pile-ons are removed.',
  },
  {
    number: 2,
    title: 'No advertising',
    text: 'Write about your own work where it answers a question, and say that it is yours. Posts that exist to sell something, and links placed for search engines, are removed.',
  },
  {
    number: 3,
    title: 'Leave other people’s lives to them',
    text: 'No addresses, employers, diagnoses or private messages of others without their consent, whether they are members or not.',
  },
  {
    number: 4,
    title: 'Nothing that gets somebody hurt',
    text: 'Discuss risks as openly as you like. Instructions for harming others, and encouragement to harm oneself, are removed. If you are in danger yourself, tell a moderator: nobody is punished for asking for help.',
  },
  {
    number: 5,
    title: 'One question, one discussion',
    text: 'Search before you post. What has been asked is marked as a duplicate and leads to the first discussion; post in the concept that it belongs to.',
  },
]
