import { describeConformance } from './conformance/conformance-suite.ts'
import { openRealChain } from './real-chain.ts'

describeConformance('a real chain on Cosmos SDK 0.53 and CometBFT 0.38', () => openRealChain('0.53'))
