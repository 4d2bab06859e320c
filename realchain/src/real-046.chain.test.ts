import { describeConformance } from './conformance/conformance-suite.ts'
import { openRealChain } from './real-chain.ts'

describeConformance('a real chain on Cosmos SDK 0.46 and CometBFT 0.34', () => openRealChain('0.46'))
