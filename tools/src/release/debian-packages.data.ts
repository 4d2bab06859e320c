/**
 * The system below the program in the image: what Google's distroless image for C++ programs is made of, from Debian 12. No shell,
 * no package manager. Each by the SHA-256 of its file, so that a release has the same bytes wherever it is made. `npm run release
 * -- --base` prints this list as the mirror has it today.
 */
export const debianRelease = 'bookworm'

export const debianPackages = {
  amd64: {
    'base-files=12.4+deb12u15': '3eb1ea6d85488f488cc2a163b98ad640ef88cee4c79287cf14e361aaf6206f47',
    'ca-certificates=20250419~deb12u2': 'b9f76b5271a7ac373fd5e7e1b5b826a71ddd702b42a0d104955ecb1acfffc94b',
    'gcc-12-base=12.2.0-14+deb12u1': '1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619',
    'libc6=2.36-9+deb12u14': 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
    'libgcc-s1=12.2.0-14+deb12u1': '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
    'libstdc++6=12.2.0-14+deb12u1': '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
    'netbase=6.4': '29b23c48c0fe6f878e56c5ddc9f65d1c05d729360f3690a593a8c795031cd867',
    'tzdata=2026f-0+deb12u1': '3254eb870c8a949518214805aee5e4276af7699988ea8b9a3a583cd0f1eab31c',
  },
  arm64: {
    'base-files=12.4+deb12u15': 'b1272fbdc197f7d5bd22c05b741a03840f8bec66ca68c8d797f567ff2c99d42d',
    'ca-certificates=20250419~deb12u2': 'b9f76b5271a7ac373fd5e7e1b5b826a71ddd702b42a0d104955ecb1acfffc94b',
    'gcc-12-base=12.2.0-14+deb12u1': '674cf6cba6d432bd200c45fe866c1652c7a53523cc2e7a613e05bc4abf7b5440',
    'libc6=2.36-9+deb12u14': '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
    'libgcc-s1=12.2.0-14+deb12u1': '576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3',
    'libstdc++6=12.2.0-14+deb12u1': '26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2',
    'netbase=6.4': '29b23c48c0fe6f878e56c5ddc9f65d1c05d729360f3690a593a8c795031cd867',
    'tzdata=2026f-0+deb12u1': '3254eb870c8a949518214805aee5e4276af7699988ea8b9a3a583cd0f1eab31c',
  },
} as const
