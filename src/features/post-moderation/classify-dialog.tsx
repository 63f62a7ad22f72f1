import { useState } from 'react'
import { client } from '../../api/core/client.ts'
import { nameProblem } from '../../platform/readable-name.ts'
import { isBlank } from '../../platform/text.ts'
import { Field } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TITLE_LIMIT } from '../posts/policy.ts'
import { CategoryPicker } from '../posts/write/category-picker.tsx'
import type { PostModeration } from './contract.ts'
import { ModerationForm } from './moderation-form.tsx'
import { useModeration } from './use-moderation.ts'

interface Props {
  post: PostModeration
  open: boolean
  onClose: () => void
}

export function ClassifyDialog({ post, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit title and concepts"
      description="Its words stay as they are. The author is told."
    >
      {open && <ClassifyForm post={post} onClose={onClose} />}
    </Dialog>
  )
}

function ClassifyForm({ post, onClose }: Omit<Props, 'open'>) {
  const moderate = useModeration()
  const before = post.categories.map(({ id }) => id)
  const [title, setTitle] = useState(post.title)
  const [categories, setCategories] = useState(before)
  const problem = isBlank(title) ? 'A title is needed.' : nameProblem(title, 'A title')
  const isSame = title.trim() === post.title && categories.join() === before.join()
  return (
    <ModerationForm
      submitLabel="Save Changes"
      isIncomplete={isSame || problem !== undefined}
      onClose={onClose}
      onSubmit={(grounds) =>
        moderate('Title and concepts saved', () =>
          client.postModeration.classify({ id: post.id, title, categories, ...grounds }),
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
          <CategoryPicker chosen={categories} onChange={setCategories} />
        </>
      )}
    </ModerationForm>
  )
}
