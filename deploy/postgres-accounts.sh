# Run once by the image of PostgreSQL, when it makes the database: the account of the processes, which owns no table. What it
# may do says `roundsman migrate --grant` (docs/operating.md).
psql -v ON_ERROR_STOP=1 -v password="$PROCESSES_PASSWORD" -U "$POSTGRES_USER" -d "${POSTGRES_DB:-$POSTGRES_USER}" <<'SQL'
create role roundsman_processes login password :'password';
SQL
