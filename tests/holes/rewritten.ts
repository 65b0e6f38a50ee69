/** What `create or replace` makes of a function when one of its texts is another. */
export const rewritten = (signature: string, from: string, to: string): string => `
  do $planted$
  declare
    was constant text := pg_get_functiondef('${signature}'::regprocedure);
  begin
    if strpos(was, $from$${from}$from$) = 0 then raise exception 'the text to replace is not there'; end if;
    execute replace(was, $from$${from}$from$, $to$${to}$to$);
  end
  $planted$;`
