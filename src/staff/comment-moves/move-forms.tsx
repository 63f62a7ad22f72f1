import { useState } from 'react'
import { TITLE_LIMIT } from '../../content/posts/policy.ts'
import { ConceptPicker } from '../../content/posts/write/concept-picker.tsx'
import { client } from '../../core/client.ts'
import { nameProblem } from '../../platform/readable-name.ts'
import { isBlank } from '../../platform/text.ts'
import { Field } from '../../ui/form/field.tsx'
import { ModerationForm } from '../post-moderation/moderation-form.tsx'
import { PostPicker } from '../post-moderation/post-picker.tsx'
import { movedText, useMove } from './use-move.ts'

interface Props {
  post: { id: string; concepts: readonly { id: string }[] }
  onClose: () => void
}

type SelectionProps = Props & { comments: string[] }

export function SplitForm({ post, comments, onClose }: SelectionProps) {
  const move = useMove()
  const [title, setTitle] = useState('')
  const [concepts, setConcepts] = useState(() => post.concepts.map(({ id }) => id))
  const problem = title ? nameProblem(title, 'A title') : undefined
  return (
    <ModerationForm
      submitLabel="Move to New Post"
      isIncomplete={isBlank(title) || problem !== undefined}
      onClose={onClose}
      onSubmit={(grounds) =>
        move(movedText, () =>
          client.commentMoves.split({ id: post.id, comments, title, concepts, ...grounds }),
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

export function MoveForm({ post, comments, onClose }: SelectionProps) {
  return (
    <TargetForm
      post={post}
      submitLabel="Move"
      ownError="The comments are already on this post."
      done={movedText}
      act={(input) => client.commentMoves.move({ ...input, comments })}
      onClose={onClose}
    />
  )
}

export function MergeForm({ post, onClose }: Props) {
  return (
    <TargetForm
      post={post}
      submitLabel="Merge"
      ownError="A post can’t be merged into itself."
      done={() => 'Posts merged'}
      act={client.commentMoves.merge}
      onClose={onClose}
    />
  )
}

interface TargetFormProps extends Props {
  submitLabel: string
  ownError: string
  done: (moved: number) => string
  act: (
    input: Parameters<typeof client.commentMoves.merge>[0],
  ) => ReturnType<typeof client.commentMoves.merge>
}

/** Form that chooses the other post. */
function TargetForm({ post: { id }, submitLabel, ownError, done, act, onClose }: TargetFormProps) {
  const move = useMove()
  const [to, setTo] = useState<string>()
  return (
    <ModerationForm
      submitLabel={submitLabel}
      isIncomplete={!to}
      onClose={onClose}
      onSubmit={(grounds) => move(done, () => act({ id, to: to as string, ...grounds }))}
    >
      {(errorOf) => (
        <PostPicker
          label="Other post"
          without={id}
          ownError={ownError}
          error={errorOf('to')}
          onChoose={setTo}
        />
      )}
    </ModerationForm>
  )
}
