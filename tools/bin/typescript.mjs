// Lets Node run the TypeScript of tools/src as it stands; every command of the root's package.json goes through here.
import { register } from 'tsx/esm/api'

register()
