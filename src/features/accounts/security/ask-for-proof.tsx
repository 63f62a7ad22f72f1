import { createRoot } from 'react-dom/client'
import ProofDialog from './proof-dialog.tsx'

let asking: Promise<boolean> | undefined

/** Asks for the password, above whatever is on the page; several who ask at once share the answer. */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  // A root of its own: any call of the API may need it, wherever on the page its caller is.
  const root = createRoot(place)
  return new Promise<boolean>((resolve) => root.render(<ProofDialog onAnswer={resolve} />)).finally(() => {
    root.unmount()
    place.remove()
  })
}
