export interface Blog {
  title: string
  author: string
  description: string
  link: string
  category: string
}

/** By category. */
export const BLOGS: readonly Blog[] = [
  {
    title: 'Import AI',
    author: 'Jack Clark',
    description: 'A weekly letter on new research in machine learning and what it may do to the world.',
    link: 'https://jack-clark.net',
    category: 'AI',
  },
  {
    title: 'Gwern.net',
    author: 'Gwern Branwen',
    description: 'Long essays, revised for years, on AI scaling, statistics, genetics and self-experiments.',
    link: 'https://gwern.net',
    category: 'AI',
  },
  {
    title: 'The Splintered Mind',
    author: 'Eric Schwitzgebel',
    description:
      'A philosopher on the strangeness of consciousness, introspection and the moral status of AI.',
    link: 'https://schwitzsplinters.blogspot.com',
    category: 'Consciousness',
  },
  {
    title: 'Qualia Computing',
    author: 'Andrés Gómez Emilsson',
    description: 'Attempts to map the space of possible experiences, with mathematics and without shyness.',
    link: 'https://qualiacomputing.com',
    category: 'Consciousness',
  },
  {
    title: 'Practical Ethics',
    author: 'Ethicists at the University of Oxford',
    description: 'Arguments on the news: enhancement, embryo editing, consent, privacy, responsibility.',
    link: 'https://blog.practicalethics.ox.ac.uk',
    category: 'Ethics',
  },
  {
    title: 'Fight Aging!',
    author: 'Reason',
    description: 'Daily commentary on the biology of ageing and on attempts to treat it, since 2004.',
    link: 'https://www.fightaging.org',
    category: 'Longevity',
  },
  {
    title: 'In the Pipeline',
    author: 'Derek Lowe',
    description: 'A chemist on how drugs are found, and why most of them fail.',
    link: 'https://www.science.org/blogs/pipeline',
    category: 'Medicine',
  },
  {
    title: 'Ground Truths',
    author: 'Eric Topol',
    description: 'A cardiologist on evidence in medicine, from genomics to AI at the bedside.',
    link: 'https://erictopol.substack.com',
    category: 'Medicine',
  },
  {
    title: 'Astral Codex Ten',
    author: 'Scott Alexander',
    description: 'Psychiatry, forecasting, book reviews and AI, argued at length and in good faith.',
    link: 'https://www.astralcodexten.com',
    category: 'Reasoning',
  },
  {
    title: 'Overcoming Bias',
    author: 'Robin Hanson',
    description: 'An economist on hidden motives, brain emulations and the far future.',
    link: 'https://www.overcomingbias.com',
    category: 'Reasoning',
  },
  {
    title: 'The Roots of Progress',
    author: 'Jason Crawford',
    description: 'The history of technology, and what it would take for progress to go on.',
    link: 'https://rootsofprogress.org',
    category: 'Society',
  },
]
