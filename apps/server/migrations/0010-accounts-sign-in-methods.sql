-- What the provider said at the last sign-in, for its owner to tell identities apart by. NULL: not known, or not
-- confirmed there. It never decides who somebody is.
ALTER TABLE user_identity ADD COLUMN email text;

-- NULL: the user removed it. The row stays and takes the place of an identity of this issuer, so that an equal address
-- does not link one again; the subject itself is free.
ALTER TABLE user_identity ALTER COLUMN subject DROP NOT NULL;

-- Begun by somebody who is signed in, to add the identity to this account. NULL: begun to sign in. Neither serves
-- for the other.
ALTER TABLE user_sign_in_start ADD COLUMN link_user_id integer REFERENCES user_account (id) ON DELETE CASCADE;
