import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'

/** Holds the type of the API contract. `src/app/wiring.ts` adds it, so that this layer does not import it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Register {}

type RegisteredContract = Register extends { contract: infer Contract extends AnyContractRouter }
  ? Contract
  : Record<never, never>

export type ApiClient = JsonifiedClient<ContractRouterClient<RegisteredContract>>

export type OperationName = {
  [Group in keyof ApiClient]: `${Group}.${keyof ApiClient[Group] & string}`
}[keyof ApiClient]
