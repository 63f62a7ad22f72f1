import { api } from '../../api/core/client.ts'

export const rulesQuery = () => api.rules.list.queryOptions()
