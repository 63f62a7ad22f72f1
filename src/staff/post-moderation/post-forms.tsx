import { useState } from 'react'
import { TITLE_LIMIT } from '../../content/posts/policy.ts'
import { ConceptPicker } from '../../content/posts/write/concept-picker.tsx'
import { client } from '../../core/client.ts'
import { nameProblem } from '../../platform/readable-name.ts'
import { isBlank } from '../../platform/text.ts'
import { Field } from '../../ui/form/field.tsx'
import type { PostModeration } from './contract.ts'
import { ModerationForm, useModeration } from './moderation-form.tsx'
import { PostPicker } from './post-picker.tsx'

interface Props {
  post: PostModeration
  onClose: () => void
}

export function ClassifyForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const before = post.concepts.map(({ id }) => id)
  const [title, setTitle] = useState(post.title)
  const [concepts, setConcepts] = useState(before)
  const problem = isBlank(title) ? 'A title is required.' : nameProblem(title, 'A title')
  const isSame = title.trim() === post.title && concepts.join() === before.join()
  return (
    <ModerationForm
      submitLabel="Save Changes"
      isIncomplete={isSame || problem !== undefined}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Title and concepts saved', () =>
          client.postModeration.classify({ id: post.id, title, concepts, ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <>
          <Field
            label="Title"
            required
            value={title}
            maxLength={TITLE_LIMIT}
            autoComplete="off"
            error={problem ?? errorOf('title')}
            onChange={({ target }) => setTitle(target.value)}
          />
          <ConceptPicker chosen={concepts} onChange={setConcepts} />
        </>
      )}
    </ModerationForm>
  )
}

export function DuplicateForm({ post, onClose }: Props) {
  const moderate = useModeration()
  const [original, setOriginal] = useState<string>()
  return (
    <ModerationForm
      submitLabel="Mark as duplicate"
      isIncomplete={!original}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Marked as a duplicate', () =>
          client.postModeration.markDuplicate({ id: post.id, of: original as string, ...grounds }),
        )
      }
    >
      {(errorOf) => (
        <PostPicker
          label="Original"
          without={post.id}
          ownError="A post can’t be a duplicate of itself."
          error={errorOf('of')}
          onChoose={setOriginal}
        />
      )}
    </ModerationForm>
  )
}
