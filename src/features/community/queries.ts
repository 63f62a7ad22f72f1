import { api } from '../../api/client.ts'

export const communityQuery = () => api.community.read.queryOptions()
