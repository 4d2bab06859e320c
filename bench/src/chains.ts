import { type DemoNetwork, demoCatalogue } from '@roundsman/simnet/demo-catalogue'
import { z } from 'zod'
import { programArguments } from '../../tools/src/program-arguments.ts'
import { type Child, startChild } from './child.ts'

/** Chains that the product follows, as programs of their own. */
export interface Chains {
  /** Endpoints by blockchain id. */
  endpoints: Record<string, string[]>
  /** What the catalogue's network says otherwise than the demo's. */
  differs: Partial<DemoNetwork>
  /** The simulation; null where the chain is a real one. */
  simnet: Child | null
  /** Stops a validator of a real chain, or starts it again; nothing of a simulated one, whose validators miss by themselves. */
  setRunning?(validator: number, isRunning: boolean): Promise<void>
  stop(): Promise<void>
}

const Endpoints = z.object({ port: z.number(), endpoints: z.record(z.string(), z.array(z.string())) })

/** The simulated networks, as many times as fast as they are. */
export async function simulatedChains(pace: number): Promise<Chains> {
  const simnet = startChild([
    ...programArguments,
    'apps/simnet/dist/main.js',
    '--port',
    '0',
    '--pace',
    String(pace),
  ])
  const { endpoints } = await simnet.line((line) => {
    if (!line.startsWith('{')) return undefined
    return Endpoints.safeParse(JSON.parse(line)).data
  })
  return { endpoints, differs: {}, simnet, stop: () => simnet.stop() }
}

/** The catalogue of the demo, with these chains behind it. */
export function catalogueOf({ endpoints, differs }: Chains, port: number) {
  const catalogue = demoCatalogue({ endpoints, port })
  return { ...catalogue, networks: catalogue.networks.map((network) => ({ ...network, ...differs })) }
}
