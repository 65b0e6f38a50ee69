# Visitors' reads of rest/v1 kept for the seconds that the server says (REST_VISITORS_CACHE), in front of the whole server.
# Everything else passes. Put the public key (`anonKey` of /api/config) in place of change-me: the app's visitors send it.
# Checked: run with Varnish 7.1 before the whole server (supabase/tests/feed/visitors-cache.test.ts). Not run: TLS, websockets.
vcl 4.1;

backend server {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  if (req.http.Upgrade) {
    return (pipe);
  }
  if ((req.method != "GET" && req.method != "HEAD") || req.url !~ "^/rest/v1/") {
    return (pass);
  }
  # Whoever is somebody is asked about by the server alone; and Range counts rows there, not bytes.
  if ((req.http.Authorization && req.http.Authorization != "Bearer change-me") || req.http.Range || req.http.Prefer) {
    return (pass);
  }
  unset req.http.Cookie;
  unset req.http.Origin;
  return (hash);
}

sub vcl_pipe {
  set bereq.http.Connection = req.http.Connection;
  set bereq.http.Upgrade = req.http.Upgrade;
}

sub vcl_backend_response {
  # What is not meant for all is asked for each time, by everybody at once.
  if (beresp.http.Cache-Control !~ "s-maxage") {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
  }
  set beresp.grace = 0s;
  # It counts rows; Varnish refuses what does not count bytes.
  if (beresp.http.Content-Range && beresp.http.Content-Range !~ "^bytes ") {
    set beresp.http.X-Rows = beresp.http.Content-Range;
    unset beresp.http.Content-Range;
  }
}

sub vcl_deliver {
  if (resp.http.X-Rows) {
    set resp.http.Content-Range = resp.http.X-Rows;
    unset resp.http.X-Rows;
  }
  unset resp.http.X-Varnish;
}
