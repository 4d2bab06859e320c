import type { ValidatorsList } from '@roundsman/contract/validators'
import { type Fetched, useFetch } from './operation.ts'
import { useServices } from './services.ts'
import { validatorsQuery } from './validators-query.ts'

/** What stands for the list where it could not be fetched (specification §4). */
type NoValidators = Pick<ValidatorsList, 'network_height' | 'validators'>
const noValidators: NoValidators = { network_height: 0, validators: [] }

/** The validators of the page's network, live. */
export function useValidators(enabled = true): Fetched<ValidatorsList, NoValidators> {
  const services = useServices()
  return useFetch({ ...validatorsQuery(services, services.network.blockchain_id), enabled }, noValidators)
}
