import { measureBudgets } from '../../../apps/web/budget.ts'
import type { Benchmark } from '../benchmark.ts'

export const firstLoad: Benchmark = {
  name: 'first-load',
  question: 'How much script does a browser load, brotli 11, before a page works?',
  baseline: {
    what: 'the budget of the project: 200 kB for sign-in, 250 kB for any other page',
    command: 'npx tsx apps/web/budget.ts',
  },
  async run() {
    const loads = measureBudgets().filter(({ name }) => name.startsWith('first load'))
    return {
      figures: loads.map(({ name, size }) => ({ name, value: size, unit: 'kB brotli' })),
      ratios: loads.map(({ name, size, limit }) => ({
        name: `${name} to its budget`,
        value: size / limit,
        unit: 'x',
      })),
      remarks: [],
    }
  },
}
