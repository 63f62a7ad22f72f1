import { useState } from 'react'
import { findPictures, hasPictures, pictureAddress } from './syntax.ts'

/** Shows the pictures of a text below its field, which contains only their syntax. */
export function PicturePreviews({ text }: { text: string }) {
  if (!hasPictures(text)) return null
  const pictures = new Map(findPictures(text).map((picture) => [picture.id, picture.description]))
  return (
    <ul aria-label="Pictures in your text" className="flex flex-wrap gap-2">
      {[...pictures].map(([id, description]) => (
        <li key={id}>
          <Preview id={id} description={description} />
        </li>
      ))}
    </ul>
  )
}

function Preview({ id, description }: { id: string; description: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing)
    return (
      <p className="text-sm text-bad">
        The picture {description && `“${description}” `}is no longer available. Please add it again.
      </p>
    )
  return (
    <img
      src={pictureAddress(id)}
      alt={description || UNDESCRIBED_PICTURE}
      onError={() => setMissing(true)}
      className={THUMBNAIL}
    />
  )
}

export const UNDESCRIBED_PICTURE = 'Picture without a description'

/** Styles of a picture next to the text that is being written. */
export const THUMBNAIL = 'h-20 max-w-40 rounded-md border border-line object-cover'
