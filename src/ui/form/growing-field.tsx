import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { CONTROL } from './control-look.ts'
import { LabelledControl } from './field.tsx'

type Props = Omit<Parameters<typeof LabelledControl>[0], 'children'> &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
    value: string
    onChange: (value: string) => void
    onEnter: () => void
  }

/** A field for one long line of text. It wraps and grows, but contains no line breaks. */
export function GrowingField(props: Props) {
  const { label, error, count, limit, unit, value, onChange, onEnter, ...textarea } = props
  const element = useGrownHeight(value)
  return (
    <LabelledControl {...{ label, error, count, limit, unit }} required={textarea.required}>
      {(control) => (
        <textarea
          dir="auto"
          {...textarea}
          {...control}
          ref={element}
          rows={1}
          data-one-line
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
              return
            event.preventDefault()
            onEnter()
          }}
          className={`${CONTROL} block min-h-11 resize-none overflow-hidden field-sizing-content`}
        />
      )}
    </LabelledControl>
  )
}

/** Adjusts the height to the text, for browsers that do not support `field-sizing`. */
function useGrownHeight(value: string) {
  const element = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const textarea = element.current
    if (!textarea || CSS.supports('field-sizing', 'content')) return
    textarea.style.height = 'auto'
    textarea.style.height = `${textarea.scrollHeight + textarea.offsetHeight - textarea.clientHeight}px`
  }, [value])
  return element
}
