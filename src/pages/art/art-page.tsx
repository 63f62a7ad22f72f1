import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { drawAnatomy } from './anatomy.ts'
import { drawAscension } from './ascension.ts'
import { HEIGHT, WIDTH } from './draw.ts'
import { drawLibrary } from './library.ts'

export function ArtPage() {
  return (
    <>
      <h1 className="text-2xl">Art Concept Preview</h1>
      <p className="mt-1 max-w-2xl text-muted">
        Three works of lines and light, drawn by code. They look the same on every visit and sharp at any
        size.
      </p>
      {WORKS.map((work) => (
        <Artwork key={work.id} work={work} />
      ))}
    </>
  )
}

const CANVAS = `0 0 ${WIDTH} ${HEIGHT}`

function Artwork({ work: { id, title, about, description, draw } }: { work: Work }) {
  const [drawing] = useState(draw)
  return (
    <section id={id} aria-labelledby={`${id}-name`} data-list-item className="mt-10">
      <svg
        viewBox={CANVAS}
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        className="block aspect-[1.6] h-auto w-full rounded-lg bg-[#05070d]"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing */}
        <g id={`${id}-drawing`} dangerouslySetInnerHTML={{ __html: drawing }} />
      </svg>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={`${id}-name`} className="text-xl">
            {title}
          </h2>
          <p className="mt-1 font-serif text-lg text-muted italic">{about}</p>
        </div>
        <Button kind="quiet" icon="icon-expand" popoverTarget={`${id}-screen`}>
          Full screen<span className="sr-only"> view of {title}</span>
        </Button>
      </div>
      <FullScreen id={id} title={title} />
    </section>
  )
}

/** Shows a drawing in full screen, dark in both themes. Uses a native popover, which works without script. */
function FullScreen({ id, title }: { id: string; title: string }) {
  return (
    <div
      id={`${id}-screen`}
      popover="auto"
      role="dialog"
      aria-label={title}
      className="fixed inset-0 h-dvh max-h-none w-screen max-w-none border-0 bg-[#05070d] p-0"
    >
      <svg viewBox={CANVAS} aria-hidden="true" className="size-full">
        <use href={`#${id}-drawing`} />
      </svg>
      <button
        type="button"
        popoverTarget={`${id}-screen`}
        popoverTargetAction="hide"
        aria-label="Close"
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-[#05070dcc] text-[#e8e4da]"
      >
        <Icon icon="icon-x" className="size-5" />
      </button>
    </div>
  )
}

type Work = (typeof WORKS)[number]

/** The drawings. `description` is for screen readers. `draw` returns SVG content of WIDTH by HEIGHT. */
export const WORKS = [
  {
    id: 'consciousness-ascension',
    title: 'Consciousness Ascension',
    about: 'The self may not end where the body does.',
    description:
      'A figure sits at the edge of still water before a half-risen sun. From the crown of the head threads of light rise, part like the branches of a tree, and end as stars; the water holds their reflection.',
    draw: drawAscension,
  },
  {
    id: 'enhanced-library',
    title: 'Enhanced Library',
    about: 'Everything ever written, and someone who can take it all in.',
    description:
      'A reader stands in a vaulted hall of books that runs to a rising sun. Some of the books glow, and threads of light lead from them to a dome of connected points above the reader’s head.',
    draw: drawLibrary,
  },
  {
    id: 'enhanced-anatomy',
    title: 'Enhanced Anatomy',
    about: 'One measure for what is grown and what is built.',
    description:
      'A human figure with outstretched arms in a circle and a square, after Leonardo. Its left half is made of fibres of warm light, beside a double helix; its right half of rings, rails and joints in cool light, beside the traces of a circuit. They share a spine, a heart and a mind.',
    draw: drawAnatomy,
  },
]
