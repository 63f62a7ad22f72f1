import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'

/** What the composed API declares about itself (`src/api/contract.ts`): so this layer knows every operation and imports none. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Register {}

type RegisteredContract = Register extends { contract: infer Contract extends AnyContractRouter }
  ? Contract
  : Record<never, never>

export type ApiClient = JsonifiedClient<ContractRouterClient<RegisteredContract>>

/** An operation by its group and its name in the contract. */
export type OperationName = {
  [Group in keyof ApiClient]: `${Group}.${keyof ApiClient[Group] & string}`
}[keyof ApiClient]
