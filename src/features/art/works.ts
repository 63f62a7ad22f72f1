import { drawAnatomy } from './anatomy.ts'
import { drawAscension } from './ascension.ts'
import { drawLibrary } from './library.ts'

export interface Work {
  id: string
  title: string
  /** What it means. */
  about: string
  /** What there is to see, for those who do not see it. */
  description: string
  /** The inside of an <svg> of WIDTH by HEIGHT: the same each time. */
  draw: () => string
}

export const WORKS: readonly Work[] = [
  {
    id: 'consciousness-ascension',
    title: 'Consciousness Ascension',
    about: 'What somebody is may not end where the body does.',
    description:
      'A figure sits at the edge of still water before a half-risen sun. From the crown of the head threads of light rise, part like the branches of a tree, and end as stars; the water holds their reflection.',
    draw: drawAscension,
  },
  {
    id: 'enhanced-library',
    title: 'Enhanced Library',
    about: 'All that was ever written, and somebody who can take it in.',
    description:
      'A reader stands in a vaulted hall of books that runs to a rising sun. Some of the books glow, and threads of light lead from them to a dome of connected points above the reader’s head.',
    draw: drawLibrary,
  },
  {
    id: 'enhanced-anatomy',
    title: 'Enhanced Anatomy',
    about: 'One measure for what grew and for what is built.',
    description:
      'A human figure with outstretched arms in a circle and a square, after Leonardo. Its left half is made of fibres of warm light, beside a double helix; its right half of rings, rails and joints in cool light, beside the traces of a circuit. They share a spine, a heart and a mind.',
    draw: drawAnatomy,
  },
]
