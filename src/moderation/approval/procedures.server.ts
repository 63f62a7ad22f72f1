import { guards } from '../../core/procedure.server.ts'
import { fitPage, newestCursor } from '../../platform/keyset.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { publishToStaff } from '../staff.server.ts'
import { pendingContentContract as contract } from './contract.ts'
import { findReviewLevel } from './reasons.server.ts'
import { listPending, withdrawPending } from './sql.server.ts'

const { member } = guards(contract)

export const pendingContentProcedures = {
  list: member.list.handler(async ({ context, input }) => {
    const { db, viewer } = context
    const [page, review] = await Promise.all([listPending(db, viewer.id, input), findReviewLevel(context)])
    const sources = page.items.map(({ html, text, format }) =>
      html ? { content: html, format } : { content: text },
    )
    const shown = await renderMarkup(context, sources, { hasPictures: true })
    const items = page.items.map(({ html: _, text: __, ...item }, index) => ({
      ...item,
      content_html: shown[index] as string,
    }))
    return { ...fitPage({ ...page, items }, newestCursor), review }
  }),

  withdraw: member.withdraw.handler(async ({ context, input, errors }) => {
    const withdrawn = await withdrawPending(context.db, context.viewer.id, input)
    if (!withdrawn) throw errors.NOT_FOUND()
    await publishToStaff(context, withdrawn.case_id)
    return input
  }),
}
