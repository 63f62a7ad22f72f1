export interface Book {
  title: string
  author: string
  year: number
  /** Of the author or the publisher. */
  link: string
  about: string
}

/** In the order of publication: each answers some that came before. */
export const BOOKS: readonly Book[] = [
  {
    title: 'Reasons and Persons',
    author: 'Derek Parfit',
    year: 1984,
    link: 'https://global.oup.com/academic/product/reasons-and-persons-9780198249085',
    about: 'Teletransporters and divided minds, and why identity may not be what matters.',
  },
  {
    title: 'The Singularity Is Near: When Humans Transcend Biology',
    author: 'Ray Kurzweil',
    year: 2005,
    link: 'https://singularity.com',
    about: 'The case for exponential progress, with dates. Most arguments about timelines begin here.',
  },
  {
    title: 'The Case against Perfection: Ethics in the Age of Genetic Engineering',
    author: 'Michael J. Sandel',
    year: 2007,
    link: 'https://www.hup.harvard.edu/books/9780674036383',
    about: 'The best short argument on the other side: what we lose when nothing is given.',
  },
  {
    title: 'The Transhumanist Reader',
    author: 'Max More and Natasha Vita-More (editors)',
    year: 2013,
    link: 'https://doi.org/10.1002/9781118555927',
    about: 'Essays from the movement itself, classical and contemporary, in one volume.',
  },
  {
    title: 'Superintelligence: Paths, Dangers, Strategies',
    author: 'Nick Bostrom',
    year: 2014,
    link: 'https://global.oup.com/academic/product/superintelligence-9780199678112',
    about: 'How a machine could come to be cleverer than its makers, and what they had better know before.',
  },
  {
    title: 'The Precipice: Existential Risk and the Future of Humanity',
    author: 'Toby Ord',
    year: 2020,
    link: 'https://theprecipice.com',
    about: 'What could end the story, how likely that is, and how much there is to lose.',
  },
  {
    title: 'Being You: A New Science of Consciousness',
    author: 'Anil Seth',
    year: 2021,
    link: 'https://www.anilseth.com/being-you/',
    about: 'Perception as controlled hallucination, and the self as one of the things perceived.',
  },
]
