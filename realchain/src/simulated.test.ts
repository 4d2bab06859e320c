import { describeConformance } from './conformance/conformance-suite.ts'
import { openSimChain } from './sim-under-test.ts'

describeConformance({ kind: 'the simulation', open: openSimChain, unless: null })
