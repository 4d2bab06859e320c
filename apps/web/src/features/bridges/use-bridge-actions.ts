import type { Bridge } from '@roundsman/contract/bridges'
import { type RefObject, useMemo } from 'react'
import { useServices } from '../../data/services.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { bridgesCsv, csvName } from './bridges-csv.ts'

interface BridgeActions {
  copy: (text: string) => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useBridgeActions(shown: RefObject<readonly Bridge[]>): BridgeActions {
  const { network, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      downloadCsv() {
        saveFile(csvName(network.host, serverTime.now()), bridgesCsv(shown.current))
      },
    }),
    [copy, network, serverTime, shown],
  )
}
