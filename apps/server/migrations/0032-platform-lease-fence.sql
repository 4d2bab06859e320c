-- Makes the fence a part of a key: whoever takes a lease over, and so raises its fence, waits for the transactions that hold
-- it (FOR KEY SHARE), and whoever only renews it does not.
create unique index lease_fence on lease (name, fence);
