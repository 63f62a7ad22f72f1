export interface Statement {
  title: string
  text: string
}

export const PRINCIPLES: readonly (Statement & { icon: `icon-${string}` })[] = [
  {
    icon: 'icon-flask-conical',
    title: 'Evidence-based reasoning',
    text: 'Claims come with their grounds: a study, a number, an experience, an argument. The stronger the claim, the better the grounds it needs, and a preprint is not a textbook.',
  },
  {
    icon: 'icon-scale',
    title: 'Ethical consideration',
    text: 'That something can be done does not settle whether it should be. Who bears the risk, who was asked, and who is left out belong to every discussion of a technology.',
  },
  {
    icon: 'icon-mountain',
    title: 'Intellectual humility',
    text: 'Most of what is said here about the future will turn out wrong, ours included. Say how sure you are, say what would change your mind, and change it when that happens.',
  },
  {
    icon: 'icon-messages-square',
    title: 'Constructive dialogue',
    text: 'We argue to find out, not to win. Answer the best version of what somebody said, and leave the question clearer than you found it.',
  },
]

export const GUIDELINES: readonly Statement[] = [
  {
    title: 'Argue with ideas, not with people',
    text: 'Disagree as sharply as you like with what was said. Insults, contempt and harassment have no place here, whoever they are aimed at.',
  },
  {
    title: 'Show where it comes from',
    text: 'Name your sources so that others can check them, and quote so that the meaning survives. Tell apart what you know, what you read and what you suspect.',
  },
  {
    title: 'Say what you have at stake',
    text: 'If you work on it, invest in it, sell it or take it, say so. Interests are welcome here; hidden ones are not.',
  },
  {
    title: 'Treat bodies with care',
    text: 'Tell what you did and what happened, the bad parts too. Do not prescribe: nothing here is medical advice, and a dose that was safe for one person is not safe for another.',
  },
  {
    title: 'Keep what is private private',
    text: 'Other people’s diagnoses, genomes, names and messages are theirs to share. Do not publish them, and do not guess at them in public.',
  },
  {
    title: 'Write for somebody who was not there',
    text: 'A title that says what it is about, a concept or two so that it is found, plain words where they will do. No advertising, no posting the same thing twice.',
  },
]

/** What the software does; change it here when it changes there. */
export const WORKINGS: readonly Statement[] = [
  {
    title: 'Reading is free',
    text: 'Everything public can be read without an account and without script. There is no advertising, and nothing is loaded from other sites.',
  },
  {
    title: 'Writing needs an account',
    text: 'An e-mail address, which is verified and never shown, a username and a password are all it takes.',
  },
  {
    title: 'Votes',
    text: 'One vote for each member on each post and comment, up or down, which can be taken back. The best of each month rise by them.',
  },
  {
    title: 'Your words stay yours',
    text: 'Only you can edit what you wrote, and an edited post or comment says so. A post you delete goes with its comments. A comment that others answered leaves a line in its place, so that their answers still make sense.',
  },
  {
    title: 'Who looks after it',
    text: 'Members, moderators, editors and admins. Editors choose the moderators, and every such choice is on record.',
  },
  {
    title: 'What is kept',
    text: 'A guest who reads adds one to a counter and leaves nothing else. With a member’s account go the posts they opened, without the address they came from.',
  },
]
