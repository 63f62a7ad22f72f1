import { guards } from '../../core/procedure.server.ts'
import { newsContract as contract } from './contract.ts'
import { listNews } from './sql.server.ts'

const { member } = guards(contract)

export const newsProcedures = {
  list: member.list.handler(async ({ context: { db, viewer } }) => ({
    items: await listNews(db, viewer.id),
    next: null,
  })),
}
