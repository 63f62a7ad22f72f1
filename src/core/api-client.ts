import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'

/** Extended by `src/app/wiring.ts`, so that this layer knows the operations without importing them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Register {}

type RegisteredContract = Register extends { contract: infer Contract extends AnyContractRouter }
  ? Contract
  : Record<never, never>

export type ApiClient = JsonifiedClient<ContractRouterClient<RegisteredContract>>

export type OperationName = {
  [Group in keyof ApiClient]: `${Group}.${keyof ApiClient[Group] & string}`
}[keyof ApiClient]
